import type { Permission } from "#contract/permissions.ts";
import type { TextName, TextOf } from "./texts.ts";

type Underscored<P extends string> = P extends `${infer Head}.${infer Tail}` ? `${Head}_${Tail}` : P;

/** What a permission allows, in words. */
export const permissionName = (t: TextOf, permission: Permission): string =>
  t(`permissions.${permission.replace(".", "_") as Underscored<Permission>}` satisfies TextName);
