import { once } from 'node:events';
import { dialog } from 'electron';
import type { BrowserWindow } from 'electron';
import type { AppError, ErrorCode } from '#contract/errors.ts';
import type { Language } from './menuItems.ts';
/** Messages shown in a system dialog, for when no page or the wrong page is open. */
const SENTENCES = {
  otherData: {
    en: 'Cabinet is already open with the data in {shown}. Close it before you open the data in {asked}.',
    pl: 'Program jest już otwarty z danymi z folderu {shown}. Zamknij go, zanim otworzysz dane z folderu {asked}.',
  },
  otherProfile: {
    en: 'Cabinet is already open with the profile {shown}. Choose {asked} in its window, or close it first.',
    pl: 'Program jest już otwarty z profilem {shown}. Wybierz w jego oknie profil {asked} albo najpierw je zamknij.',
  },
  dataInProgram: {
    en: 'Your data is in the program folder {shown}. Uninstalling or updating Cabinet would delete it. Move the data to another folder in Settings.',
    pl: 'Twoje dane są w folderze programu {shown}. Odinstalowanie lub aktualizacja programu je usunie. Przenieś je w Ustawieniach do innego folderu.',
  },
  stopsAgain: {
    en: 'The window keeps closing unexpectedly. Your work is saved. Close Cabinet and start it again.',
    pl: 'Okno wielokrotnie przestało działać. Twoja praca jest zapisana. Zamknij program i uruchom go ponownie.',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

/**
 * Polish reasons why no window opens, by error code.
 *
 * Other codes use a general sentence.
 */
const NO_WINDOW: Readonly<Partial<Record<ErrorCode, string>>> = {
  busy: 'Ten profil jest otwarty w innym oknie programu Cabinet. Zamknij tamto okno albo poczekaj, aż zakończy pracę.',
  'disk-full':
    'Dysk jest pełny. Zwolnij miejsce i uruchom program ponownie. Zapisane zmiany są bezpieczne.',
};
const NO_WINDOW_ELSE = 'Nie można otworzyć programu Cabinet. Powód (po angielsku):';

/**
 * Shows why Cabinet cannot be opened.
 *
 * The core's English message follows, because it may name a folder or a file.
 */
export function sayNoWindow({ code, message }: AppError, language: Language): void {
  const told = language === 'pl' ? `${NO_WINDOW[code] ?? NO_WINDOW_ELSE}\n\n${message}` : message;
  dialog.showErrorBox('Cabinet', told);
}

/** Reasons why the program does not start, checked before it reads any data. */
const REFUSALS = {
  noSandbox: {
    en: 'Cabinet did not start because its sandbox is switched off. The sandbox protects this computer from harmful files. Start Cabinet without --no-sandbox. If this is the AppImage, install the .deb package instead.',
    pl: 'Cabinet nie został uruchomiony, ponieważ wyłączono piaskownicę, która chroni komputer przed szkodliwymi plikami. Uruchom program bez opcji --no-sandbox. Zamiast pliku AppImage zainstaluj pakiet .deb.',
  },
  command: {
    en: 'This program opens the window of Cabinet and takes no commands, so “{word}” was not run. Use the terminal program cabinet, which is installed separately.',
    pl: 'Ten program otwiera okno Cabinet i nie przyjmuje poleceń, dlatego nie wykonano „{word}”. Użyj osobno instalowanego programu terminalowego cabinet.',
  },
} as const satisfies Record<Refusal['why'], Readonly<Record<Language, string>>>;

/** Shows why the program does not start, and returns the sentence. */
export function sayRefusal(refusal: Refusal, language: Language): string {
  const { [language]: sentence } = REFUSALS[refusal.why];
  const told =
    refusal.why === 'command' ? sentence.replace('{word}', () => refusal.word) : sentence;
  dialog.showErrorBox('Cabinet', told);
  return told;
}

type Names = Readonly<Partial<Record<'shown' | 'asked', string>>>;

/** The window that a dialog belongs to, and its language. */
export interface Before {
  readonly window: BrowserWindow | null;
  readonly language: Language;
}

/**
 * Shows a message in front of the window without blocking.
 *
 * A system error box would stop the whole program until it is closed. It could also lie behind the
 * window in which the user types.
 */
export function say(what: keyof typeof SENTENCES, before: Before, names: Names = {}): void {
  const { window, language } = before;
  const { [language]: sentence } = SENTENCES[what];
  const message = sentence.replace(
    /\{(shown|asked)\}/g,
    (_mark, name: keyof Names) => names[name] ?? '',
  );
  const box: Electron.MessageBoxOptions = {
    type: 'warning',
    title: 'Cabinet',
    message,
    buttons: ['OK'],
  };
  void show(window, box);
}

/** Shows a box in front of its window, if there is one. */
function show(
  window: BrowserWindow | null,
  box: Electron.MessageBoxOptions,
): Promise<Electron.MessageBoxReturnValue> {
  return window === null ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box);
}

const HANGING = {
  message: { en: 'The window does not respond', pl: 'Okno nie odpowiada' },
  detail: {
    en: 'You can wait or reload the window. Saved changes and drafts of records are kept.',
    pl: 'Można poczekać albo wczytać okno ponownie. Zapisane zmiany i szkice rekordów pozostaną.',
  },
  wait: { en: 'Wait', pl: 'Czekaj' },
  reload: { en: 'Reload window', pl: 'Wczytaj okno ponownie' },
} as const;

/**
 * Asks whether to reload a window that does not respond; resolves to false when the user waits.
 *
 * The signal closes the question when the window responds again.
 */
export async function askToReload(before: Before, signal: AbortSignal): Promise<boolean> {
  const { window, language } = before;
  const box: Electron.MessageBoxOptions = {
    type: 'warning',
    title: 'Cabinet',
    message: HANGING.message[language],
    detail: HANGING.detail[language],
    buttons: [HANGING.wait[language], HANGING.reload[language]],
    defaultId: 0,
    cancelId: 0,
    signal,
  };
  const { response } = await show(window, box);
  return response === 1;
}

const LAST_SEND = {
  question: {
    en: 'Send pending changes before closing?',
    pl: 'Wysłać oczekujące zmiany przed zamknięciem?',
  },
  kept: {
    en: 'Pending changes: {n}. Changes that are not sent stay on this computer.',
    pl: 'Oczekujące zmiany: {n}. Niewysłane zmiany pozostaną na tym komputerze.',
  },
  send: { en: 'Send and close', pl: 'Wyślij i zamknij' },
  leave: { en: 'Close without sending', pl: 'Zamknij bez wysyłania' },
  sending: {
    en: 'Sending changes. Cabinet then closes.',
    pl: 'Trwa wysyłanie zmian. Potem program zostanie zamknięty.',
  },
  now: { en: 'Close now', pl: 'Zamknij teraz' },
} as const;

/**
 * On macOS, a box without a window stops the program, and no signal ends it: quitting would hang.
 */
function hasNoBox(window: BrowserWindow | null): boolean {
  return window === null && process.platform === 'darwin';
}

/**
 * Asks whether to send pending changes before the program ends.
 *
 * Resolves to false where no question can be shown, or when the signal ends it.
 */
export async function askToSend(
  { window, language }: Before,
  count: number,
  over: AbortSignal,
): Promise<boolean> {
  if (hasNoBox(window)) return false;
  const box: Electron.MessageBoxOptions = {
    type: 'question',
    title: 'Cabinet',
    message: LAST_SEND.question[language],
    detail: LAST_SEND.kept[language].replace('{n}', String(count)),
    buttons: [LAST_SEND.send[language], LAST_SEND.leave[language]],
    defaultId: 0,
    cancelId: 1,
    signal: over,
  };
  const { response } = await show(window, box);
  return response === 0;
}

/** Says that changes are being sent; resolves when the user closes now, or the signal ends it. */
export async function showLastSend(before: Before, count: number, over: AbortSignal) {
  const { window, language } = before;
  if (hasNoBox(window)) {
    await once(over, 'abort');
    return;
  }
  await show(window, {
    type: 'info',
    title: 'Cabinet',
    message: LAST_SEND.sending[language],
    detail: LAST_SEND.kept[language].replace('{n}', String(count)),
    buttons: [LAST_SEND.now[language]],
    signal: over,
  });
}

/** Why the program must not open a window. */
export type Refusal =
  { readonly why: 'noSandbox' } | { readonly why: 'command'; readonly word: string };
