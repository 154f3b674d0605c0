// The order matters: what comes later may overrule.
import './tokens.css';
import './base.css';
import './prose.css';
import './code.css';
