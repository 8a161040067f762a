/** Every part of the kit on one page, for whoever changes or uses it: `bun run dev`, then /gallery.html. Not in the build. */
import '#ui/styles.css'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Plate } from '#look/plate.tsx'
import { Logo } from '#look/shapes.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { Skeleton, SkeletonRow } from '#ui/kit/feedback/skeleton.tsx'
import { Spinner } from '#ui/kit/feedback/spinner.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ToastViewport } from '#ui/kit/feedback/toast-viewport.tsx'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { CrossIcon, PencilIcon } from '#ui/kit/icons.tsx'
import { BackLink, ExternalLinkButton, LinkButton, TextLink } from '#ui/kit/navigation/link.tsx'
import { Tabs } from '#ui/kit/navigation/tabs.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { CenterLine, CenterLineProgress } from '#ui/kit/page/center-line.tsx'
import { HeaderBar } from '#ui/kit/page/header-bar.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { StarValue } from '#ui/kit/stars/star-value.tsx'
import { ThemeSwitch } from '#ui/kit/theme/theme-switch.tsx'
import { Wordmark } from '#ui/kit/wordmark.tsx'
import { GalleryForm } from './gallery-form.tsx'
import { GalleryReceipts } from './gallery-receipts.tsx'

const everyone = [
	{ id: 1, name: 'Uncle Bob' },
	{ id: 2, name: 'Grandma Elke' },
	{ id: 3, name: 'Biscuit' },
	{ id: 4, name: 'maria.p' },
	{ id: 5, name: 'Theo' },
	{ id: 9, name: 'Ada Lovelace' },
]

function Shelf({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="mb-8">
			<h2 className="mb-3">{title}</h2>
			{children}
		</section>
	)
}

function Gallery() {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<>
			<HeaderBar start={<Wordmark />} end={<ThemeSwitch />} />
			<Page width="columns" action={<Button isBlock>Primary action</Button>}>
				<BackLink to="/" />
				<h1 className="mb-6">The kit, on one sheet</h1>

				<Shelf title="Buttons">
					<div className="flex flex-wrap items-center gap-3">
						<Button>Spill the tea</Button>
						<Button variant="secondary">Rate again</Button>
						<Button variant="danger">Log out</Button>
						<Button variant="quiet">Skip for now</Button>
						<PendingButton isPending>Spilling the tea...</PendingButton>
						<Button isDisabled>Add Driver</Button>
						<Button size="sm">Login or Sign Up</Button>
						<LinkButton to="/" variant="secondary" size="sm">
							Back to Home
						</LinkButton>
						<ExternalLinkButton href="https://wa.me/?text=hi" variant="secondary" size="sm">
							WhatsApp
						</ExternalLinkButton>
						<IconButton label="Edit username">
							<PencilIcon />
						</IconButton>
						<TextLink to="/">a link in text</TextLink>
					</div>
				</Shelf>

				<Shelf title="Faces">
					<div className="flex flex-wrap items-end gap-3">
						{everyone.map(({ id, name }) => (
							<Avatar key={id} avatarId={id} name={name} size="xl" />
						))}
						{everyone.map(({ id, name }) => (
							<Avatar key={id} avatarId={id} name={name} size="lg" isUnclaimedGhost />
						))}
						{everyone.map(({ id, name }) => (
							<Avatar key={id} avatarId={id} name={name} />
						))}
						{everyone.map(({ id, name }) => (
							<Avatar key={id} avatarId={id} name={name} size="sm" />
						))}
						<Logo size={120} />
					</div>
				</Shelf>

				<Shelf title="Rows">
					<ul className="flex flex-col gap-3">
						{everyone.slice(0, 2).map(({ id, name }) => (
							<li key={id} className="sticker sticker-press flex items-center gap-3 bg-surface p-3">
								<Avatar avatarId={id} name={name} isUnclaimedGhost={id === 1} />
								<span className="flex-1">
									<b className="block font-display text-lg leading-tight">{name}</b>
									<span className="text-sm text-muted">
										{id === 1 ? (
											'not on Backseat yet'
										) : (
											<>
												<StarValue value={4.8} /> · 12 rides
											</>
										)}
									</span>
								</span>
								<IconButton label={`Remove ${name}`}>
									<CrossIcon size={18} />
								</IconButton>
							</li>
						))}
						<SkeletonRow />
					</ul>
				</Shelf>

				<Shelf title="Plates">
					<div className="flex flex-wrap items-center gap-3">
						<Plate>Uncle Bob</Plate>
						<Plate>Grandma Elke</Plate>
						<Plate>Łukasz Żółć-Æbelø</Plate>
						<Plate>👩‍👩‍👧 تاكسي</Plate>
						<Plate>The Artist Formerly Known As My Brother-In-Law Jim</Plate>
					</div>
				</Shelf>

				<GalleryForm />
				<GalleryReceipts />

				<Shelf title="On the road">
					<CenterLine />
					<CenterLineProgress label="Sixty percent" value={60} />
					<div className="h-3" />
					<CenterLineProgress label="Starting the engine" duration={4000} />
					<Spinner label="Loading Driver Stats..." />
					<Skeleton className="h-6 w-1/2" />
				</Shelf>

				<Shelf title="Signs">
					<div className="flex flex-col gap-3">
						<Notice tone="info" title="User Found">
							grandma.elke is on Backseat.
						</Notice>
						<Notice tone="warn" action={<Button size="sm">Recreate account</Button>}>
							Your account needs to be recreated. Add a driver to fix this issue.
						</Notice>
						<Notice tone="error" title="User Not Found">
							No user found with that username. Only existing users can be added as drivers.
						</Notice>
						<EmptyState title="No drivers yet" action={<Button>+ Add Driver</Button>}>
							Add one to get started!
						</EmptyState>
					</div>
				</Shelf>

				<Shelf title="Toasts and dialogs">
					<div className="flex flex-wrap gap-3">
						<Button
							variant="secondary"
							onPress={() =>
								toast({
									title: 'The verdict is in!',
									description: 'Your rating has been officially logged. The tea has been spilled!',
								})
							}
						>
							Toast
						</Button>
						<Button
							variant="secondary"
							onPress={() =>
								toast({
									title: 'Driver removed',
									action: { label: 'Undo', onPress: () => toast({ title: 'Back in' }) },
								})
							}
						>
							Toast with action
						</Button>
						<Button
							variant="secondary"
							onPress={() =>
								toast({
									variant: 'destructive',
									title: 'Login failed',
									description: 'Please check your username and password and try again.',
								})
							}
						>
							Red toast
						</Button>
						<Button variant="secondary" onPress={() => setIsOpen(true)}>
							Dialog
						</Button>
					</div>
					<Dialog title="Save Your Rating" isOpen={isOpen} onOpenChange={setIsOpen}>
						<p className="mb-5">Don't let your ratings disappear into traffic. Create an account.</p>
						<div className="flex flex-col gap-3">
							<Button isBlock>Sign Up or Log In</Button>
							<Button isBlock variant="secondary" onPress={() => setIsOpen(false)}>
								Continue without saving
							</Button>
						</div>
					</Dialog>
				</Shelf>

				<Shelf title="Tabs">
					<Tabs
						label="Add a driver"
						items={[
							{ id: 'find', title: 'Find Driver', content: <p>Somebody who is on Backseat.</p> },
							{ id: 'new', title: 'New Driver', content: <p>Somebody who is not.</p> },
						]}
					/>
				</Shelf>
			</Page>
			<ToastViewport />
		</>
	)
}

const router = createRouter({ routeTree: createRootRoute({ component: Gallery }), history: createMemoryHistory() })
const root = document.getElementById('root')
if (root)
	createRoot(root).render(
		<StrictMode>
			<RouterProvider<typeof router> router={router} />
		</StrictMode>,
	)
