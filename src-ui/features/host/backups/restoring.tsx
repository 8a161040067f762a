import type { HostBackups } from '#contract/host/backups.ts'

type Places = HostBackups['restoring'] & { newest: string | undefined }

/** It replaces everything, so it takes somebody at the machine itself. */
export function Restoring({ isDesktop, folder, dataFolder, settings, newest = 'NAME' }: Places) {
	return (
		<section aria-labelledby="restoring" className="restoring">
			<h2 id="restoring" className="text-xl">
				Going back to one
			</h2>
			<p className="mt-1 text-muted">
				A backup takes the place of everything that is here, so it takes somebody at the computer itself
				{isDesktop ? '.' : ', in a terminal.'}
			</p>
			{isDesktop ? (
				<ol className="restoring-steps">
					<li>Quit Backseat.</li>
					<li>
						Move every file whose name begins with <code>backseat.db</code> out of <Place>{dataFolder}</Place>, and keep
						them.
					</li>
					<li>
						Copy the backup from <Place>{folder}</Place> to there, and name the copy <code>backseat.db</code>.
					</li>
					<li>Open Backseat. {AFTERWARDS}</li>
				</ol>
			) : (
				<ol className="restoring-steps">
					<li>Stop Backseat.</li>
					<li>
						Choose one: <Place>{`backseat backup list ${settings}`}</Place>
					</li>
					<li>
						Put it in place: <Place>{`backseat backup restore ${newest} ${settings}`}</Place>
						It is checked first, and what is here now is kept beside it.
					</li>
					<li>Start Backseat. {AFTERWARDS}</li>
				</ol>
			)}
			<p className="mt-3 text-sm text-muted">
				The files lie in <span className="font-mono wrap-anywhere">{folder}</span>.
			</p>
		</section>
	)
}

const AFTERWARDS = 'Everybody logs in once more, with the password of that day. Open invitations have ended.'

const Place = ({ children }: { children: string }) => <code className="restoring-place">{children}</code>
