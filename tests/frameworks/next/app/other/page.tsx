import { ThemeToggle } from '../ThemeToggle';

export default function Page() {
  return (
    <main>
      <h1>Other</h1>
      <ThemeToggle />
    </main>
  );
}
