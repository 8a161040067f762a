import { Logo } from '#look/logo.tsx'

export function PageHead({ title }: { title: string }) {
	return (
		<header className="page-head">
			<Logo size={52} />
			<h1>{title}</h1>
		</header>
	)
}
