import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'

export type TabItem<Id extends string> = { id: Id; title: ReactNode; content: ReactNode }

export type TabsProps<Id extends string> = {
	label: string
	items: TabItem<Id>[]
	/** Omit this and `onChange` for uncontrolled tabs, which start at `initial` or the first one. */
	selected?: Id
	initial?: Id
	onChange?: (id: Id) => void
}

export function Tabs<Id extends string>({ label, items, selected, initial, onChange }: TabsProps<Id>) {
	return (
		<AriaTabs
			selectedKey={selected}
			defaultSelectedKey={initial}
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
				<TabPanel key={id} id={id} className="tab-panel">
					{content}
				</TabPanel>
			))}
		</AriaTabs>
	)
}
