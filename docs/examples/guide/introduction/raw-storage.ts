localStorage.setItem('theme', JSON.stringify('dark'));
localStorage.setItem('visits', '1');

console.log(localStorage.getItem('them')); // nothing reports the typo in the key
console.log(localStorage.getItem('theme') === 'dark'); // the stored string includes its quotes
const visits = localStorage.getItem('visits') ?? '';
console.log(visits + 1); // the number comes back as a string

const user: { nickname?: string } = {};
localStorage.setItem('nickname', String(user.nickname));
console.log(localStorage.getItem('nickname')?.length); // undefined was stored as a string
