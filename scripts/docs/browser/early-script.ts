import { DECLARED_ONLY_KEY, THEME_KEY } from './choices.js';

/**
 * Applies the choices before the text is shown. The contents are closed where they would stand in front of it, and show
 * the page that is open where they stand beside it. The other scripts run when all is read: a page would turn dark, or
 * short, before the reader's eyes.
 */
export const EARLY_SCRIPT = `{
const nav=document.querySelector('nav'),current=nav.querySelector('[aria-current]');
nav.firstChild.open=!matchMedia('(width <= 60rem)').matches;
if(current)nav.scrollTop=current.offsetTop-nav.clientHeight/3;
try{
const theme=localStorage.getItem('${THEME_KEY}'),box=document.getElementById('declared-only');
if(theme)document.documentElement.dataset.theme=theme;
if(box)box.checked=localStorage.getItem('${DECLARED_ONLY_KEY}')==='yes'
}catch{}}`;
