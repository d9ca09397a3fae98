import { asAppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { call } from './core.ts';
import { closeDialog, dialogStore, openDialog } from './dialogs.ts';
import { goOn, leaveRun, runStore } from './runs.ts';
import { statusStore } from './status.ts';

/** True while this window signs in; it then resumes the stopped run itself. */
let signingIn = false;

/**
 * Follows the session.
 *
 * A 401 during a run opens the sign-in dialog over the current screen; a sign-out does not.
 */
export function followSession(client: Client): void {
  client.on('session.changed', ({ signedIn, expired }) => {
    if (signedIn) {
      if (!signingIn) answeredElsewhere();
      return;
    }
    if (!expired) return leaveRun();
    // Without a run there is nothing to resume. An automatic run goes on by itself after the next
    // sign-in, and must not interrupt the user: the pill asks for it.
    const { running, isAutomatic } = statusStore.getState();
    if (running === 'idle' || isAutomatic) return;
    runStore.setState({ resume: running });
    openDialog({ id: 'signIn' });
  });
}

// Every window shows the sign-in dialog. The window in which the user signs in resumes the run; the
// others must not.
function answeredElsewhere(): void {
  runStore.setState({ resume: null });
  leaveQuestion();
}

function leaveQuestion(): void {
  if (dialogStore.getState().open?.id === 'signIn') closeDialog();
}

/**
 * Signs in, then resumes the stopped run.
 *
 * Throws an AppError, to be shown beside the form.
 */
export async function signIn(credentials: Input<'session.login'>): Promise<void> {
  signingIn = true;
  await call('session.login', credentials).finally(() => {
    signingIn = false;
  });
  leaveQuestion();
  runStore.setState({ error: null });
  statusStore.setState({ status: await call('status.get', {}) });
  goOn();
}

/** Signs out; cached records and pending changes stay on this computer. */
export async function signOut(): Promise<void> {
  await call('session.logout', {}).catch((thrown: unknown) => {
    // No run ended with this error, so no run is offered again.
    runStore.setState({ error: asAppError(thrown), last: null });
  });
}
