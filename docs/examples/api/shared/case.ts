import { lowerFirst, upperFirst } from '@tuffet/shared';

const setter = `set${upperFirst('token')}` as const;
const name: 'token' = lowerFirst('Token');
console.log(setter, name, lowerFirst('URL'));
