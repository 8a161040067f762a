/** What people call a server: 'https://rides.example/' is 'rides.example'. The port stays, the path goes. */
export function hostOf(address: string): string {
	return URL.parse(address)?.host || address
}
