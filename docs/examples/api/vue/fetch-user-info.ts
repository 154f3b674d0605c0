import type { UserInfo } from './user-info';

// Replace the body with a request to your server.
export async function fetchUserInfo(name: string): Promise<UserInfo> {
  return { token: `short-lived-token-for-${name}`, hasSigned: true };
}
