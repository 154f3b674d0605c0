/** The packages that samples of every framework can import. */

import * as core from '@tuffet/core';
import * as coreAdapter from '@tuffet/core/adapter';
import * as coreBackups from '@tuffet/core/backups';
import * as coreTesting from '@tuffet/core/testing';
import * as hooks from '@tuffet/hooks';
import * as hooksAdapter from '@tuffet/hooks/adapter';
import * as hooksBackups from '@tuffet/hooks/backups';
import * as schema from '@tuffet/hooks/schema';
import * as serializer from '@tuffet/hooks/serializer';
import * as shared from '@tuffet/shared';
import type { Packages } from './program.ts';

export const packages: Packages = {
  '@tuffet/core': core,
  '@tuffet/core/adapter': coreAdapter,
  '@tuffet/core/backups': coreBackups,
  '@tuffet/core/testing': coreTesting,
  '@tuffet/hooks': hooks,
  '@tuffet/hooks/adapter': hooksAdapter,
  '@tuffet/hooks/backups': hooksBackups,
  '@tuffet/hooks/schema': schema,
  '@tuffet/hooks/serializer': serializer,
  '@tuffet/shared': shared,
};
