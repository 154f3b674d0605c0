import { attacks } from '../../../contracts/protection.toml';
import base from '../shared/base.css';
import { Bench } from './bench.tsx';
import styles from './style.css';

export function AttackBench() {
  return (
    <>
      <style>{base + styles}</style>
      <Bench attacks={attacks} />
    </>
  );
}
