import { z } from "zod";
import {
  InviteStaff,
  Ok,
  OwnRole,
  RoleEntry,
  StaffEntry,
  StaffSessionEntry,
  StaffUpdate,
} from "../../backoffice/staff.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

/** What all of these have in common: only owners, and writes require a recent authentication. */
const read = { access: "staff", permission: "staff.manage", tag: "Back office: staff" } as const;
const write = { ...read, reauthenticate: true } as const;

/** Accounts of staff members, for owners. */
export const staffAccountEndpoints = {
  listRoles: defineEndpoint({
    ...read,
    method: "GET",
    path: `${backOfficeApi}/roles`,
    summary: "List the roles with their permissions",
    response: z.array(RoleEntry),
  }),
  setOwnRole: defineEndpoint({
    ...write,
    method: "PUT",
    requiresVersion: true,
    path: `${backOfficeApi}/roles/own`,
    summary: "Create or change the shop's own role; it counts from the next request of its members",
    body: OwnRole,
    response: RoleEntry,
  }),
  removeOwnRole: defineEndpoint({
    ...write,
    method: "DELETE",
    requiresVersion: true,
    path: `${backOfficeApi}/roles/own`,
    summary: "Remove the shop's own role; 409 while an account has it",
    response: Ok,
  }),
  listStaff: defineEndpoint({
    ...read,
    method: "GET",
    path: `${backOfficeApi}/staff`,
    summary: "List all accounts",
    response: z.array(StaffEntry),
  }),
  inviteStaff: defineEndpoint({
    ...write,
    method: "POST",
    path: `${backOfficeApi}/staff`,
    summary: "Create an account and email the invitation, whose link works once and for 72 hours",
    body: InviteStaff,
    response: StaffEntry,
    status: 201,
  }),
  updateStaff: defineEndpoint({
    ...write,
    method: "PUT",
    requiresVersion: true,
    path: `${backOfficeApi}/staff/{id}`,
    summary: "Update name or role, or reopen the account; another role ends its sessions",
    body: StaffUpdate,
    response: StaffEntry,
  }),
  closeStaff: defineEndpoint({
    ...write,
    method: "DELETE",
    path: `${backOfficeApi}/staff/{id}`,
    summary: "Close an account and end its sessions; 409 for the last owner",
    response: StaffEntry,
  }),
  resetStaff: defineEndpoint({
    ...write,
    method: "POST",
    path: `${backOfficeApi}/staff/{id}/reset`,
    summary: "End the sessions, remove password and second factors, and email a link to choose a password",
    response: Ok,
  }),
  listStaffSessions: defineEndpoint({
    ...read,
    method: "GET",
    path: `${backOfficeApi}/staff/{id}/sessions`,
    summary: "List the sessions of an account",
    response: z.array(StaffSessionEntry),
  }),
  endStaffSessions: defineEndpoint({
    ...write,
    method: "DELETE",
    path: `${backOfficeApi}/staff/{id}/sessions`,
    summary: "End all sessions of an account",
    response: Ok,
  }),
  resendInvitation: defineEndpoint({
    ...write,
    method: "POST",
    path: `${backOfficeApi}/invitations/{id}/resend`,
    summary: "Email a pending invitation again, with a new link; the id is the account's",
    response: Ok,
  }),
  revokeInvitation: defineEndpoint({
    ...write,
    method: "DELETE",
    path: `${backOfficeApi}/invitations/{id}`,
    summary: "Revoke a pending invitation: its account is deleted",
    response: Ok,
  }),
};
