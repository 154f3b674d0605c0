import { ThemeToggle } from './ThemeToggle';

export default function Page() {
  return (
    <main>
      <h1>First</h1>
      <ThemeToggle />
      <a href="/other">Other page</a>
    </main>
  );
}
