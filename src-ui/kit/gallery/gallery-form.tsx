import { useState } from 'react'
import { Choice } from '#ui/kit/forms/choice.tsx'
import { OptionCards } from '#ui/kit/forms/option-cards.tsx'
import { PasswordField } from '#ui/kit/forms/password-field.tsx'
import { SuggestField } from '#ui/kit/forms/suggest-field.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { StarPicker } from '#ui/kit/stars/stars.tsx'

const people = [
	{ id: 1, name: 'grandma.elke' },
	{ id: 2, name: 'maria.p' },
	{ id: 3, name: 'theo' },
]

/** The part of the gallery that is filled in. */
export function GalleryForm() {
	const [stars, setStars] = useState(4)
	const [safety, setSafety] = useState<'safe' | 'unsafe' | null>('safe')
	const [ride, setRide] = useState<'smooth' | 'bumpy' | null>('bumpy')
	const [vibe, setVibe] = useState<'good' | 'off' | null>(null)
	const [text, setText] = useState('')
	return (
		<section className="mb-8 grid gap-8 sm:grid-cols-2">
			<div className="flex flex-col gap-4">
				<h2>Rating</h2>
				<StarPicker label="Stars" value={stars} onChange={setStars} />
				<Choice
					label="Safety"
					value={safety}
					onChange={setSafety}
					options={[
						{ value: 'safe', label: 'yas', tone: 'good' },
						{ value: 'unsafe', label: "was sweatin'", tone: 'bad' },
					]}
				/>
				<Choice
					label="Ride"
					value={ride}
					onChange={setRide}
					options={[
						{ value: 'smooth', label: 'smooth as', tone: 'good' },
						{ value: 'bumpy', label: 'a lil bumpy', tone: 'bad' },
					]}
				/>
				<Choice
					label="Vibe"
					value={vibe}
					onChange={setVibe}
					error="Please say how the vibe was"
					options={[
						{ value: 'good', label: 'good vibes', tone: 'good' },
						{ value: 'off', label: 'vibe was off', tone: 'bad' },
					]}
				/>
				<StarPicker label="Stars" size="medium" value={0} onChange={setStars} error="Please provide a star rating" />
			</div>
			<div className="flex flex-col gap-4">
				<h2>Fields</h2>
				<OptionCards
					label="Where to"
					name="where"
					options={[
						{ value: 'home', label: 'Home', hint: 'By the quick way.' },
						{ value: 'sea', label: 'To the sea', hint: 'With a stop for ice cream.' },
					]}
				/>
				<TextField label="Username" placeholder="Enter new username" autoComplete="username" />
				<TextField label="Name" hint="A nickname is fine, it can be changed later." defaultValue="Uncle Bob" />
				<TextField label="Username" defaultValue="jo" error="Username must be at least 3 characters" />
				<PasswordField label="Password" autoComplete="current-password" defaultValue="hunter22" />
				<SuggestField
					label="Find somebody"
					inputValue={text}
					onInputChange={setText}
					items={text.length < 2 ? [] : people.filter(({ name }) => name.includes(text))}
					onPick={() => undefined}
					renderItem={({ name }) => name}
					textOf={({ name }) => name}
				/>
			</div>
		</section>
	)
}
