import { renderToString } from 'react-dom/server';
import { VisitCounter } from './VisitCounter';

console.log(renderToString(<VisitCounter />));
