import { DECLARED_ONLY_KEY, LANGUAGE_KEY, THEME_KEY } from './stored.js';

/**
 * Applies the choices before the text is shown. The contents show the page that is open where they stand beside it. The
 * other scripts run when all is read: a page would turn dark, or short, before the reader's eyes.
 */
export const EARLY_SCRIPT = `{
const nav=document.querySelector('.contents'),current=nav.querySelector('[aria-current]');
nav.firstChild.open=!matchMedia('(width <= 60rem)').matches;
if(current)nav.scrollTop=current.offsetTop-nav.clientHeight/3;
try{
const theme=localStorage.getItem('${THEME_KEY}');
if(theme)document.documentElement.dataset.theme=theme
}catch{}}`;

/** Stands right after the switch: what it hides is hidden before it is drawn. */
export const SWITCH_SCRIPT = `try{
document.getElementById('declared-only').checked=localStorage.getItem('${DECLARED_ONLY_KEY}')==='yes'
}catch{}`;

/** Stands right after the tabs of the samples: the language that was chosen is there before the sample is drawn. */
export const LANGUAGE_SCRIPT = `try{
const tab=document.querySelector('input[name=language][value="'+localStorage.getItem('${LANGUAGE_KEY}')+'"]');
if(tab)tab.checked=true
}catch{}`;
