import { t } from '#contract/text.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icons.tsx'
import { Menu, type MenuPart } from '#ui/kit/overlays/menu.tsx'

export const MoreIcon = () => (
	<Icon>
		<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="3.5" />
	</Icon>
)

export function MoreMenu({ label, items }: { label: string; items: MenuPart['items'] }) {
	return (
		<Menu
			label={label}
			sections={[{ title: t('More'), items }]}
			trigger={(props) => (
				<IconButton {...props} label={label}>
					<MoreIcon />
				</IconButton>
			)}
		/>
	)
}
