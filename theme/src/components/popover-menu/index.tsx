import type { ReactNode } from 'react';
import { classNames } from '../../shared/class-names';
import './styles.css';

interface PopoverMenuProps {
  readonly id: string;
  readonly className?: string | undefined;
  readonly label: ReactNode;
  readonly children: ReactNode;
}

/** A menu that works without scripts. */
export function PopoverMenu({ id, className, label, children }: PopoverMenuProps) {
  return (
    <div className="menu">
      <button type="button" className={classNames('opener', className)} popoverTarget={id}>
        {label}
      </button>
      <ul className="list" id={id} popover="auto">
        {children}
      </ul>
    </div>
  );
}
