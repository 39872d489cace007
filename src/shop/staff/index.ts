export { EmailTakenError, findStaffByEmail } from "./accounts.ts";
export { closeDemoStaff, hasDemoStaff, insertDemoStaff } from "./demo-staff.ts";
export { sweepDevices } from "./devices.ts";
export { createFirstOwnerLink } from "./first-owner.ts";
export { linkUrl, sweepLinks } from "./links.ts";
export {
  closeStaff,
  createStaffWithLink,
  LastOwnerError,
  listStaff,
  reopenStaff,
  resetStaff,
} from "./manage-staff.ts";
export { listRoles, NoOwnRoleError } from "./own-role.ts";
export { staffRoutes } from "./routes.ts";
export { sweepFailures } from "./sign-in-failures.ts";
export { sweepChallenges } from "./passkeys.ts";
