import type { ReactNode } from 'react'
import { STICKER_WORDS } from '#contract/replies.ts'
import type { Sticker } from '#contract/stickers.ts'
import { t } from '#contract/text.ts'
import { Icon } from '#ui/kit/icons.tsx'

const MARKS: Record<Sticker, ReactNode> = {
	fair: <path d="M6 21V4.5h12.5l-3 4 3 4H6" />,
	rain: <path d="M7 14a4 4 0 0 1 .4-8 5 5 0 0 1 9.4 1.2A3.5 3.5 0 0 1 17 14zM8.5 18l-1 3M13 18l-1 3M17.5 18l-1 3" />,
	music: <path d="M9.5 17.5V6l10-2.5v11.5M9.5 17.5a3 3 0 1 1-3-3h3M19.5 15a3 3 0 1 1-3-3h3" />,
	traffic: <path d="M7.5 2.5h9v19h-9zM12 7h.01M12 12h.01M12 17h.01" />,
	coffee: <path d="M4.5 9.5h12v5a6 6 0 0 1-12 0zM16.5 11h1.5a2.5 2.5 0 0 1 0 5.5h-2M8.5 6V3.5M12.5 6V3.5" />,
	learning: <path d="M4 4h16v16H4zM10 8v8h4.5" />,
	thanks: <path d="M12 20.5S3.5 15.5 3.5 9.5a4.3 4.3 0 0 1 8.5-1.5 4.3 4.3 0 0 1 8.5 1.5c0 6-8.5 11-8.5 11z" />,
	again: <path d="M20 13a8 8 0 1 1-2-6.5l2.5 3M20.5 4v5.5H15" />,
}

/** The parent element needs the class `reply-sticker` and the sticker's name in `data-sticker` for the colour. */
export const StickerFace = ({ sticker }: { sticker: Sticker }) => (
	<>
		<Icon size={18} className="flex-none">
			{MARKS[sticker]}
		</Icon>
		{STICKER_WORDS[sticker]()}
	</>
)

export const ReplySticker = ({ sticker }: { sticker: Sticker }) => (
	<span className="reply-sticker" data-sticker={sticker}>
		<StickerFace sticker={sticker} />
	</span>
)

type ReplyProps = {
	driverName: string
	sticker: Sticker
	/** Gives the driver's name only to screen readers, where the layout already shows whose answer it is. */
	isShort?: boolean
	isNew?: boolean
}

export const Reply = ({ driverName, sticker, isShort = false, isNew = false }: ReplyProps) => (
	<p className="reply">
		<span className={isShort ? 'sr-only' : 'reply-by'}>
			{isNew ? <span className="new-count reply-new">{t('New', { context: 'answer' })}</span> : null}{' '}
			{t('{driver} answered', { driver: driverName })}
			<span className="sr-only">: </span>
		</span>
		<ReplySticker sticker={sticker} />
	</p>
)
