import base from '../shared/base.css';
import styles from './style.css';
import { Upgrade } from './upgrade.tsx';

export function UpgradeSimulator() {
  return (
    <>
      <style>{base + styles}</style>
      <Upgrade />
    </>
  );
}
