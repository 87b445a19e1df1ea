/** All style sheets, as one: the tokens first, then what is for every page, then the sheets of places. */
import './tokens.css';
import './base.css';
import './frame.css';
import './side-bar.css';
import './tour.css';
import './parts/api-call.css';
import './parts/parts.css';
import './table/table.css';
import './place-styles.ts';
