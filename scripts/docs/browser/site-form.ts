/** Whether all pages are in this document: then links stay in it, and there is nothing to load or to keep. */
export const inOneFile = (): boolean => document.querySelectorAll('article').length > 1;

/** The address of a page, or of something on it, in the form that the site has here. */
export function hrefHere(href: string): string {
  if (!inOneFile()) return href;
  const [page = '', anchor] = href.split('#');
  return anchor === undefined ? `#page-${page.replace('.html', '')}` : `#${anchor}`;
}
