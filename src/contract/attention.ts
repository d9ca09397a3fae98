import type { Command } from './shell.ts';
import { z } from './zod.ts';

/**
 * News for a user who is not looking at the window.
 *
 * `decision` changes were refused or are in conflict · `sent` a long push has ended · `signed-out`
 * the service ended the session.
 */
export const attentionSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('decision'),
    /** The number of changes that need a decision. */
    count: z.number(),
    /** Keys of a few of these records; empty unless the user allows names in notifications. */
    names: z.array(z.string()),
  }),
  z.object({
    code: z.literal('sent'),
    /** The number of changes that are still pending. */
    left: z.number(),
  }),
  z.object({ code: z.literal('signed-out') }),
]);
export type Attention = z.infer<typeof attentionSchema>;

type Language = 'en' | 'pl';

/** A notification as the system shows it. */
export interface AttentionText {
  readonly title: string;
  readonly body: string;
}

/** The place that a click on a notification opens. */
export const ATTENTION_PLACE = {
  decision: 'needsYou',
  sent: 'outbox',
  'signed-out': 'signIn',
} as const satisfies Record<Attention['code'], Command>;

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

const CHANGES: Readonly<Record<'decision' | 'left', Readonly<Record<Language, Forms>>>> = {
  decision: {
    en: { one: '{n} change needs a decision', other: '{n} changes need a decision' },
    pl: {
      one: '{n} zmiana wymaga decyzji',
      few: '{n} zmiany wymagają decyzji',
      other: '{n} zmian wymaga decyzji',
    },
  },
  left: {
    en: { one: '{n} change is still pending.', other: '{n} changes are still pending.' },
    pl: {
      one: '{n} zmiana nadal czeka na wysłanie.',
      few: '{n} zmiany nadal czekają na wysłanie.',
      other: '{n} zmian nadal czeka na wysłanie.',
    },
  },
};

const TEXTS = {
  en: {
    decision: 'Open Cabinet to review them.',
    sent: 'Sending finished',
    none: 'All changes are sent.',
    out: 'Signed out',
    again: 'Sign in again to continue. Your changes are kept.',
  },
  pl: {
    decision: 'Otwórz Cabinet, aby je sprawdzić.',
    sent: 'Zakończono wysyłanie',
    none: 'Wszystkie zmiany zostały wysłane.',
    out: 'Sesja wygasła',
    again: 'Zaloguj się ponownie, aby kontynuować. Zmiany są zachowane.',
  },
} as const satisfies Record<Language, unknown>;

/** Returns a notification in words. */
export function attentionText(attention: Attention, language: Language): AttentionText {
  const words = TEXTS[language];
  switch (attention.code) {
    case 'decision': {
      const { names, count } = attention;
      const body = names.length === 0 ? words.decision : listOf(names, count);
      return { title: counted('decision', count, language), body };
    }
    case 'sent': {
      const { left } = attention;
      return { title: words.sent, body: left === 0 ? words.none : counted('left', left, language) };
    }
    case 'signed-out':
    default:
      return { title: words.out, body: words.again };
  }
}

function listOf(names: readonly string[], count: number): string {
  return names.join(', ') + (count > names.length ? ', …' : '');
}

function counted(what: keyof typeof CHANGES, n: number, language: Language): string {
  const forms = CHANGES[what][language];
  const form = forms[new Intl.PluralRules(language).select(n)] ?? forms.other;
  return form.replace('{n}', new Intl.NumberFormat(language).format(n));
}
