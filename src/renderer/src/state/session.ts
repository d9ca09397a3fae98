import { asAppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { call } from './core.ts';
import { closeDialog, dialogStore, openDialog } from './dialogs.ts';
import { goOn, runStore } from './runs.ts';
import { statusStore } from './status.ts';

/** A sign-in of this window is under way: it goes on with what stopped by itself. */
let signingIn = false;

/** Watches the session: a 401 in the middle of a run asks to sign in over the current screen. */
export function followSession(client: Client): void {
  client.on('session.changed', ({ signedIn }) => {
    if (signedIn) {
      if (!signingIn) answeredElsewhere();
      return;
    }
    // The person's own sign-out happens while nothing runs.
    const { running } = statusStore.getState();
    if (running === 'idle') return;
    runStore.setState({ resume: running });
    openDialog({ id: 'signIn' });
  });
}

// Every window asked. The one in which it was answered goes on, and here nothing may wait for a later sign-in.
function answeredElsewhere(): void {
  runStore.setState({ resume: null });
  leaveQuestion();
}

function leaveQuestion(): void {
  if (dialogStore.getState().open?.id === 'signIn') closeDialog();
}

/** Signs in; throws an AppError that belongs beside the form. Afterwards what stopped goes on. */
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

/** Signs out; cached records and waiting changes stay on this computer. */
export async function signOut(): Promise<void> {
  await call('session.logout', {}).catch((thrown: unknown) => {
    // No run ended with it, so that none is offered again.
    runStore.setState({ error: asAppError(thrown), last: null });
  });
}
