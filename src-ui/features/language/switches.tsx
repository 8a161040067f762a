import { offeredLanguages } from '#contract/languages.ts'
import { t } from '#contract/text.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icons.tsx'
import { Menu, type MenuPart } from '#ui/kit/overlays/menu.tsx'
import { MoreIcon } from '#ui/kit/overlays/more-menu.tsx'
import { ThemeSwitch, useThemeMenuPart } from '#ui/kit/theme/theme-switch.tsx'
import { useAskFirst } from './ask-first.tsx'
import { chooseLanguage } from './page-language.ts'

export type SwitchesProps = { offered?: typeof offeredLanguages | undefined }

/** For visitors. On a phone one button has both, because the way in needs the room. */
export function Switches({ offered = offeredLanguages }: SwitchesProps) {
	const [choose, question] = useAskFirst(chooseLanguage)
	const theme = useThemeMenuPart()
	const { lang } = document.documentElement
	const language: MenuPart = {
		title: t('Language'),
		selected: lang,
		items: offered.map(({ tag, name }) => ({
			id: tag,
			label: name,
			lang: tag,
			onAction: () => tag !== lang && choose(tag),
		})),
	}
	return (
		<>
			<div className="switches-apart">
				<Menu
					label={t('Language')}
					sections={[language]}
					trigger={(props) => (
						<IconButton {...props} label={t('Language')}>
							<GlobeIcon />
						</IconButton>
					)}
				/>
				<ThemeSwitch />
			</div>
			<div className="switches-together">
				<Menu
					label={t('Theme and language')}
					sections={[theme, language]}
					trigger={(props) => (
						<IconButton {...props} label={t('Theme and language')}>
							<MoreIcon />
						</IconButton>
					)}
				/>
			</div>
			{question}
		</>
	)
}

const GlobeIcon = () => (
	<Icon>
		<circle cx="12" cy="12" r="9" />
		<path d="M3 12h18M12 3c5 5.5 5 12.5 0 18c-5-5.5-5-12.5 0-18z" />
	</Icon>
)
