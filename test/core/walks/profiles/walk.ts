import type { Counts } from '../goWalks.ts';
import { Acts } from './acts.ts';
import { check, checkSent } from './checks.ts';
import { during } from './during.ts';
import { EMAILS } from './station.ts';
import type { Station } from './station.ts';
import { Story } from './story.ts';

/** The actions of the user, and of the walk during a request. */
export const ACTS = [
  'create',
  'edit',
  'push',
  'pull',
  'during',
  'login',
  'logout',
  'switch',
  'unawaited',
  'restart',
  'restore',
  'remove',
  'move',
  'wait',
] as const;

/** One of these. */
export interface Step {
  readonly act: (typeof ACTS)[number];
  /** Which of several ways, as each act understands it. */
  readonly n: number;
}

/** Goes through steps, and looks after each whether all that was promised holds. */
export class Walk {
  readonly #story;
  readonly #acts;

  constructor(station: Station, folder: string) {
    this.#story = new Story(station, folder);
    this.#acts = new Acts(this.#story);
  }

  /** Returns the counts of the actions and their answers. */
  get counts(): Counts {
    return this.#story.counts;
  }

  /** Signs in, does all steps and sends everything in the end. */
  async run(steps: readonly Step[]): Promise<void> {
    await this.#acts.login(4);
    for (const [at, step] of steps.entries()) {
      try {
        this.#story.station.clock.advance(1_000);
        await this.#take(step);
        this.#story.noteBackups();
        await check(this.#story);
      } catch (thrown) {
        if (thrown instanceof Error) thrown.message += ` (step ${at}: ${step.act} ${step.n})`;
        throw thrown;
      }
    }
    await this.#end();
  }

  async #take({ act, n }: Step): Promise<void> {
    switch (act) {
      case 'create':
        return this.#acts.create(n);
      case 'edit':
        return this.#acts.edit();
      case 'push':
        return this.#acts.push(n);
      case 'pull':
        return void (await this.#story.asked('pull', this.#story.host.call('sync.pull', {})));
      case 'during':
        return during(this.#story, this.#acts, n);
      case 'login':
        return this.#acts.login(n);
      case 'logout':
        return void (await this.#story.asked(
          'logout',
          this.#story.host.call('session.logout', {}),
        ));
      case 'switch':
        return this.#acts.switch();
      case 'unawaited':
        return this.#acts.unawaited(n);
      case 'restart':
        await this.#story.station.restart();
        return this.#story.count('restart: yes');
      case 'restore':
        return this.#acts.restore(n);
      case 'remove':
        return this.#acts.remove(n);
      case 'move':
        return this.#acts.move(n);
      case 'wait':
        return this.#acts.wait();
    }
  }

  /** Everything is sent, and looked at. */
  async #end(): Promise<void> {
    for (const name of this.#story.profiles.keys()) {
      if (this.#story.open !== name) await this.#acts.switch();
      const account = this.#story.here.account ?? { service: 0, email: EMAILS[0] };
      const place = EMAILS.indexOf(account.email === EMAILS[0] ? EMAILS[0] : EMAILS[1]);
      await this.#acts.login(account.service + 2 * place);
      for (let look = 0; look < 8; look += 1) {
        await this.#acts.wait();
        await this.#story.asked('last push', this.#story.host.call('sync.push', { patience: 0 }));
        this.#story.noteBackups();
        await check(this.#story);
      }
      await this.#story.asked('last pull', this.#story.host.call('sync.pull', {}));
      await check(this.#story);
      await checkSent(this.#story, name);
    }
  }
}
