/** Names under which the reader's choices are kept. */
export const THEME_KEY = 'futures-docs-theme';
export const DECLARED_ONLY_KEY = 'futures-docs-declared-only';

/**
 * Applies the choices right after the header, before anything below it is shown. The other scripts run when all is read:
 * a page would turn dark, or short, in front of the reader.
 */
export const EARLY_SCRIPT = `try{
const theme=localStorage.getItem('${THEME_KEY}'),box=document.getElementById('declared-only');
if(theme)document.documentElement.dataset.theme=theme;
if(box)box.checked=localStorage.getItem('${DECLARED_ONLY_KEY}')==='yes'
}catch{}`;
