import { h, Fragment } from 'preact';
import { render } from 'preact-render-to-string';
import { parse } from 'node-html-parser';
import type { SitePage } from '../page.js';

/** A part of a page that has an address. */
export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** The parts of a page, from the page as it will be: guides are Markdown, and only so their headings are known. */
export const headingsOf = ({ panel, body }: SitePage): readonly Heading[] =>
  parse(render(h(Fragment, null, panel, body)))
    .querySelectorAll('h2[id]')
    .map(({ id, text }) => ({ id, text }));
