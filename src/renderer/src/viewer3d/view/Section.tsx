import type { ReactNode } from 'react';

/** A titled section of the side panel. */
export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="model-section">
      <h3 className="heading">{title}</h3>
      {children}
    </section>
  );
}
