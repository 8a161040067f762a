import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'

export type TabItem<Id extends string> = { id: Id; title: ReactNode; content: ReactNode }

export type TabsProps<Id extends string> = {
	/** Names the row of tabs for screen readers. */
	label: string
	items: TabItem<Id>[]
	/** Leave both out and the tabs look after themselves, starting with the first. */
	selected?: Id
	onChange?: (id: Id) => void
}

export function Tabs<Id extends string>({ label, items, selected, onChange }: TabsProps<Id>) {
	return (
		<AriaTabs
			selectedKey={selected}
			onSelectionChange={(key) => {
				const item = items.find(({ id }) => id === key)
				if (item) onChange?.(item.id)
			}}
		>
			<TabList aria-label={label} className="tab-list">
				{items.map(({ id, title }) => (
					<Tab key={id} id={id} className="tab">
						{title}
					</Tab>
				))}
			</TabList>
			{items.map(({ id, content }) => (
				<TabPanel key={id} id={id} className="pt-5 outline-offset-4">
					{content}
				</TabPanel>
			))}
		</AriaTabs>
	)
}
