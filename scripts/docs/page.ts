import type { ComponentChildren } from 'preact';

/** The groups of operations are the tags of the description, with condition orders among the orders. */
export const OPERATION_GROUPS = ['Orders', 'History', 'Positions and margin', 'Public'] as const;

/** Where a page stands in the table of contents. */
export const GROUPS = ['Start', 'You need', ...OPERATION_GROUPS, 'When you need it', 'Tools', 'Reference'] as const;

/** The address of a group on the start page, where the operations are one list. */
export const groupId = (group: string): string =>
  `index-${OPERATION_GROUPS.some((one) => one === group) ? 'operations' : group.toLowerCase().replaceAll(' ', '-')}`;

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
  /** Stands under the title. */
  readonly lead?: ComponentChildren;
  /** Code samples: beside the text where there is room, before it elsewhere. */
  readonly panel?: ComponentChildren;
  readonly body: ComponentChildren;
}
