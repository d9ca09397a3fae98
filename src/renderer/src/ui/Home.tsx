import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '#contract/errors.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Screen } from './Screen.tsx';
import './home.css';

interface HomeProps {
  readonly title: string;
  /** Buttons that start a new piece of work, with a heading and a sentence. */
  readonly begin: {
    readonly icon: LucideIcon;
    readonly title: string;
    readonly text: string;
    readonly ways: ReactNode;
  };
  /** The pieces of work that were started earlier. */
  readonly kept: {
    readonly title: string;
    /** Text for an empty list; null when there are entries or the list is not loaded. */
    readonly none: string | null;
    readonly error: AppError | null;
    readonly lines: ReactNode;
  };
}

/** A screen that starts or resumes a piece of work stored on this computer. */
export function Home({ title, begin, kept }: HomeProps) {
  const id = useId();
  const Icon = begin.icon;
  return (
    <Screen title={title}>
      <div className="home">
        <section className="home-begin" aria-labelledby={`${id}-begin`}>
          <header>
            <Icon size={18} aria-hidden />
            <div>
              <h2 id={`${id}-begin`}>{begin.title}</h2>
              <p>{begin.text}</p>
            </div>
          </header>
          {begin.ways}
        </section>
        <section aria-labelledby={`${id}-kept`}>
          <h2 id={`${id}-kept`} className="heading">
            {kept.title}
          </h2>
          {kept.error !== null && <ErrorNotice error={kept.error} />}
          {kept.none !== null && <p className="quiet">{kept.none}</p>}
          <ul className="home-lines">{kept.lines}</ul>
        </section>
      </div>
    </Screen>
  );
}
