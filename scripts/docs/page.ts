import type { ComponentChildren } from 'preact';

/** Where a page stands in the table of contents. */
export const GROUPS = ['Start', 'Guides', 'Tools', 'Operations', 'Reference'] as const;

/** One page of the site. Its address is `id`.html. */
export interface SitePage {
  readonly id: string;
  readonly group: (typeof GROUPS)[number];
  readonly title: string;
  /** In lists of pages; the title where it is left out. */
  readonly label?: string;
  /** One sentence for lists of pages. */
  readonly summary: string;
  /** True when something on it is marked, so that what is not declared can be hidden. */
  readonly marked?: boolean;
  /** True when the sandbox runs in it. */
  readonly sandbox?: boolean;
  /** Stands under the title, before the panel where there is no room beside the text. */
  readonly lead?: ComponentChildren;
  /** Code samples: beside the text where there is room, before it elsewhere. */
  readonly panel?: ComponentChildren;
  readonly body: ComponentChildren;
}
