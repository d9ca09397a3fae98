import { Component } from 'react';
import type { ReactNode } from 'react';

interface BoundaryState {
  readonly thrown: unknown;
  readonly failed: boolean;
}

interface BoundaryProps {
  /** Draws the replacement for children that failed; `onAgain` draws the children again. */
  readonly renderInstead: (thrown: unknown, onAgain: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Limits an error while drawing to its children. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { thrown: null, failed: false };

  static getDerivedStateFromError(thrown: unknown): BoundaryState {
    return { thrown, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.renderInstead(this.state.thrown, () =>
      this.setState({ thrown: null, failed: false }),
    );
  }
}
