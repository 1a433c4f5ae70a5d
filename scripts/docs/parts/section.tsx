import type { ComponentChildren } from 'preact';

interface ClosedProps {
  readonly id: string;
  readonly title: string;
  /** Number of things in it. */
  readonly count: number;
  readonly children: ComponentChildren;
}

/** A section that few readers need: its heading shows, and opens it. */
export const Closed = ({ id, title, count, children }: ClosedProps) => (
  <details class="section">
    <summary>
      <h2 id={id}>{title}</h2> <span class="count">{count}</span>
    </summary>
    {children}
  </details>
);
