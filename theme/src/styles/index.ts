// The order matters: later styles may override earlier ones.
import '../../../design/tokens.css';
import '../../../design/base.css';
import './prose.css';
import './code.css';
import './code-groups.css';
