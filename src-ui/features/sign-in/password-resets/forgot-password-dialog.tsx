import { ForgotPassword as Forgot } from '#contract/password-resets.ts'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import type { DialogState } from '#ui/kit/overlays/late-dialog.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { useForgotPassword } from './password-resets.api.ts'

export type ForgotPasswordDialogProps = DialogState & { username: string }

export const ForgotPasswordDialog = ({ username, isOpen, onOpenChange }: ForgotPasswordDialogProps) => (
	<Dialog title={t('Lost your keys?')} isOpen={isOpen} onOpenChange={onOpenChange} isDismissable={false}>
		<AskForLink username={username} onClose={() => onOpenChange(false)} />
	</Dialog>
)

function AskForLink({ username, onClose }: { username: string; onClose: () => void }) {
	const ask = useForgotPassword()
	const form = useContractForm({
		schema: Forgot,
		send: (typed, handlers) => ask.mutate(typed, handlers),
		onRefused: (error) =>
			toast({
				variant: 'destructive',
				title: t('No link sent'),
				description: serverMessage(error, t('The server could not be asked. Please try again.')),
			}),
	})

	if (ask.isSuccess) return <LinkOnItsWay onClose={onClose} />
	return (
		<form {...form.props} className="flex flex-col gap-4">
			<p className="text-muted">
				{t('Tell us your username. If you left an e-mail address, a link to a new password goes there.')}
			</p>
			<TextField
				label={t('Username')}
				autoComplete="username"
				defaultValue={username}
				autoFocus
				{...form.field('username')}
			/>
			<PendingButton type="submit" isBlock isPending={ask.isPending} className="mt-2">
				{ask.isPending ? t('Sending...') : t('Send Me a Link')}
			</PendingButton>
		</form>
	)
}

/** Identical whether or not the account exists. */
function LinkOnItsWay({ onClose }: { onClose: () => void }) {
	return (
		<div className="flex flex-col gap-4">
			<div role="status" className="flex flex-col gap-2">
				<p>{t('If that account has an e-mail address, a link is on its way. It works once, within the hour.')}</p>
				<p className="text-muted">
					{t('Nothing in the mailbox, nor among the junk? Ask whoever runs this Backseat: they can cut you a new key.')}
				</p>
			</div>
			<Button isBlock autoFocus onPress={onClose}>
				{t('Got it')}
			</Button>
		</div>
	)
}
