localStorage.setItem('theme', JSON.stringify('dark'));
localStorage.setItem('visits', '1');

console.log(localStorage.getItem('them')); // a misspelt key is no error
console.log(localStorage.getItem('theme') === 'dark'); // its quotes count
const visits = localStorage.getItem('visits') ?? '';
console.log(visits + 1); // a number comes back as text

const user: { nickname?: string } = {};
localStorage.setItem('nickname', String(user.nickname));
console.log(localStorage.getItem('nickname')?.length); // not nothing
