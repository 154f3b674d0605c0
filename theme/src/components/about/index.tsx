import { EditLink } from '../edit-link';
import { LastUpdated } from '../last-updated';
import styles from './styles.module.css';

/** Where a page comes from, and how old it is. */
export const About = () => (
  <div className={styles.about}>
    <EditLink />
    <LastUpdated />
  </div>
);
