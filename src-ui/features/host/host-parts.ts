/** The parts of the host's page in the order of its navigation, each at an address of its own. */
export const HOST_PARTS = [
	{ part: 'overview', label: 'Overview', to: '/host' },
	{ part: 'people', label: 'People', to: '/host/people' },
	{ part: 'ghosts', label: 'Ghosts', to: '/host/ghosts' },
	{ part: 'invitations', label: 'Invitations', to: '/host/invitations' },
	{ part: 'backups', label: 'Backups', to: '/host/backups' },
	{ part: 'reports', label: 'Reports', to: '/host/reports' },
	{ part: 'journal', label: 'Journal', to: '/host/journal' },
] as const

export type HostPart = (typeof HOST_PARTS)[number]['part']

const ADDRESSES = new Map(HOST_PARTS.map(({ part, to }) => [part, to]))

export const addressOfPart = (part: HostPart) => ADDRESSES.get(part) ?? '/host'
