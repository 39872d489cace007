/** Roles of staff members whose permissions are fixed. */
export const roles = ["owner", "staff", "packer", "accountant"] as const;
export type FixedRole = (typeof roles)[number];
/** A fixed role, or the shop's own one, whose permissions an owner chooses. */
export type Role = FixedRole | "own";
export const allRoles = [...roles, "own"] as const satisfies readonly Role[];

/** Each permission, and the fixed roles that have it. The server and the screens read it. */
const rolesWith = {
  "today.view": ["owner", "staff", "packer", "accountant"],
  "orders.view": ["owner", "staff", "accountant"],
  "orders.confirm": ["owner", "staff"],
  "orders.edit": ["owner", "staff"],
  "orders.cancel": ["owner", "staff"],
  pack: ["owner", "staff", "packer"],
  "parcels.manage": ["owner", "staff"],
  "refunds.request": ["owner", "staff", "accountant"],
  /** the role `staff` up to a limit for each order */
  "refunds.create": ["owner", "staff"],
  /** decides on refunds that others requested */
  "refunds.approve": ["owner"],
  "money.view": ["owner", "accountant"],
  "money.reconcile": ["owner", "accountant"],
  "exports.create": ["owner", "accountant"],
  /** includes prices, not costs */
  "products.view": ["owner", "staff", "accountant"],
  "products.edit": ["owner", "staff"],
  "prices.edit": ["owner", "staff"],
  "costs.view": ["owner", "accountant"],
  /** movements, counts, receipts without their costs */
  "stock.view": ["owner", "staff", "packer", "accountant"],
  /** counting, in the role `packer` nothing else */
  "stock.edit": ["owner", "staff", "packer"],
  /** receipts, corrections, thresholds */
  "stock.receive": ["owner", "staff"],
  "customers.view": ["owner", "staff", "accountant"],
  "customers.edit": ["owner", "staff"],
  "customers.erase": ["owner"],
  "content.edit": ["owner", "staff"],
  "content.publish": ["owner"],
  "promotions.edit": ["owner", "staff"],
  "reviews.reply": ["owner", "staff"],
  "reports.view": ["owner", "staff", "accountant"],
  "settings.shop": ["owner"],
  "settings.money": ["owner"],
  "staff.manage": ["owner"],
  "keys.manage": ["owner"],
  /** the roles `staff` and `packer` see their own entries, see {@link seesWholeLog} */
  "log.view": ["owner", "staff", "packer", "accountant"],
  "jobs.manage": ["owner"],
} as const satisfies Record<string, readonly FixedRole[]>;

export type Permission = keyof typeof rolesWith;
export const permissions = Object.keys(rolesWith) as readonly Permission[];

export const isPermission = (name: string): name is Permission => name in rolesWith;

export const hasPermission = (role: FixedRole, permission: Permission): boolean =>
  (rolesWith[permission] as readonly FixedRole[]).includes(role);

/** What only owners may do: the shop's own role cannot have it. */
const ownersOnly: readonly Permission[] = ["staff.manage", "settings.money", "refunds.approve"];
export const grantablePermissions = permissions.filter((one) => !ownersOnly.includes(one));

/** What a permission is of no use without: an edit needs the view of what is edited. */
const implied: Partial<Record<Permission, readonly Permission[]>> = {
  "orders.confirm": ["orders.view"],
  "orders.edit": ["orders.view"],
  "orders.cancel": ["orders.view"],
  "parcels.manage": ["orders.view"],
  "refunds.request": ["orders.view"],
  "refunds.create": ["orders.view"],
  "money.reconcile": ["money.view"],
  "products.edit": ["products.view"],
  "prices.edit": ["products.view"],
  "stock.edit": ["stock.view"],
  "stock.receive": ["stock.view"],
  "customers.edit": ["customers.view"],
  "customers.erase": ["customers.view"],
  "content.publish": ["content.edit"],
  // failed emails name their recipients
  "jobs.manage": ["customers.view"],
};

/** Permissions with those that they imply, in the order of the table. */
export const withImplied = (granted: readonly Permission[]): Permission[] => {
  const all = new Set(granted.flatMap((one) => [one, ...(implied[one] ?? [])]));
  return permissions.filter((one) => all.has(one));
};

/** The permissions of a fixed role, in the order of the table. */
export const permissionsOf = (role: FixedRole): Permission[] => permissions.filter((one) => hasPermission(role, one));

/** Whether `log.view` includes the entries of others. */
export const seesWholeLog = (role: Role): boolean => role === "owner" || role === "accountant";
