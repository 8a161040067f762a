export const newRatingHeadlines: readonly string[] = [
	'Somebody in the back has spoken',
	'Ding! Fresh from the back seat',
	'Your passenger left a note',
	'Your back seat has filed a report',
	'New verdict on the dashboard',
	'Check your mirrors',
]

export const newRatingBodies: readonly string[] = [
	'A passenger got out, took a breath and took notes.',
	'One of your riders has opinions. They are now in writing.',
	'The aux cord may have been a factor. The verdict is in either way.',
	'Remember that parallel parking attempt? Somebody else does too.',
	'The back seat held a meeting. You were the only item on the agenda.',
	'Somebody kept count of the speed bumps so that you do not have to.',
	'Your playlist finished. Their review is just getting started.',
	'They said thanks at the door. Here is what they said afterwards.',
	'It was a quiet ride. It was not a quiet review.',
	'Your three-point turn got its points.',
	'The seat belt clicked, and so did the submit button.',
	'Somebody finally answered the question "are we there yet?" with stars.',
	'No horns were honked in the making of this rating. Probably.',
	'Your passenger navigated all the way to the stars.',
	'You missed one exit. They noted the number.',
	'Snacks were eaten, songs were skipped, judgement was passed.',
	'Somewhere between the driveway and the drive-through, a rating was born.',
]

export const newRatingButtons: readonly string[] = [
	'Show me the damage',
	'Roll the window down',
	'Park it, then read it',
	'Face the back seat',
	'Pop the hood',
	'Check the mirror',
	'Hand me the receipt',
	'I can take it',
	'Tell me gently',
	'Open the glove box',
	'Show me the stars',
	'Was it the music?',
	'It was the GPS, right?',
	'Take me to the verdict',
	'Shift into profile',
	'Buckled up, go on',
]

export const oneOf = (phrases: readonly string[]): string => phrases[Math.floor(Math.random() * phrases.length)] ?? ''
