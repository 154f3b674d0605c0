/** The JSX runtime for React before 16.14, which only has `createElement`. */

import { createElement, type ElementType, Fragment, type Key, type ReactNode } from 'react';

type Props = Record<string, unknown> & { children?: ReactNode };

const withKey = (props: object, key?: Key) => (key === undefined ? props : { ...props, key });

const jsx = (type: ElementType, props: Props, key?: Key) =>
  createElement(type, withKey(props, key));

const jsxs = (type: ElementType, { children, ...props }: Props, key?: Key) =>
  createElement(type, withKey(props, key), ...(children as ReactNode[]));

export { Fragment, jsx, jsx as jsxDEV, jsxs };
