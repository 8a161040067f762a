/** Dashes going by, as far as it may be. */
export function Road({ label }: { label: string }) {
	return <div role="progressbar" aria-label={label} className="road" />
}
