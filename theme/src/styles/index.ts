// The order matters: what comes later may overrule.
import '../../../design/tokens.css';
import '../../../design/base.css';
import './prose.css';
import './code.css';
import './code-groups.css';
