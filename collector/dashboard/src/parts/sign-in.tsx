import { type FormEvent, useRef, useState } from 'react';
import { type Problem, type ProblemKind, signIn } from '../state/api.ts';
import { useStrings } from '../state/strings.ts';
import { Coded } from './coded.tsx';
import { Logo, Warning } from './icons.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { TopBar } from './top-bar.tsx';

interface SignInProps {
  readonly onDone: () => void;
}

function useSignIn(onDone: () => void) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ProblemKind>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsBusy(true);
    try {
      await signIn(field.current?.value.trim() ?? '');
      onDone();
    } catch (error) {
      setProblem((error as Problem).kind);
      setIsBusy(false);
      field.current?.select();
    }
  }

  return { field, problem, isBusy, submit };
}

export function SignIn({ onDone }: SignInProps) {
  const { strings } = useStrings();
  return (
    <>
      <TopBar>
        <SettingsMenu />
      </TopBar>
      <main className="narrow">
        <div className="card sign-in">
          <Logo size={44} />
          <h1>{strings.signIn.title}</h1>
          <p>
            <Coded text={strings.signIn.hint} />
          </p>
          <pre>
            <code>{strings.signIn.command}</code>
          </pre>
          <TokenForm onDone={onDone} />
          <p className="soft">{strings.signIn.ignored}</p>
        </div>
      </main>
    </>
  );
}

function TokenForm({ onDone }: SignInProps) {
  const { strings } = useStrings();
  const { field, problem, isBusy, submit } = useSignIn(onDone);
  const message = problem === 'database' ? strings.problem.database : strings.problem.away;
  return (
    <form onSubmit={submit}>
      <label htmlFor="token">{strings.signIn.token}</label>
      <input
        ref={field}
        id="token"
        type="password"
        autoComplete="current-password"
        required
        aria-invalid={problem === 'signed-out'}
        aria-describedby="token-problem"
      />
      <p id="token-problem" className="wrong" role="alert">
        {problem && (
          <>
            <Warning />
            {problem === 'signed-out' ? strings.signIn.wrong : message}
          </>
        )}
      </p>
      <button type="submit" disabled={isBusy}>
        {strings.signIn.submit}
      </button>
    </form>
  );
}
