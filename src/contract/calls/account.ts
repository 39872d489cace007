import { z } from "zod";
import { Email } from "../atoms.ts";
import { call } from "../call.ts";
import {
  AuthAnswer,
  CheckAuth,
  Done,
  Login,
  ProfileChange,
  Register,
  RequestReset,
  ResetPassword,
} from "../customer.ts";

const tag = "Account";

export const accountCalls = {
  checkAuth: call({
    method: "GET",
    path: "/wp-json/custom-auth/v1/check-auth",
    access: "anyone",
    tag,
    summary: "Who is logged in",
    answer: CheckAuth,
  }),
  login: call({
    method: "POST",
    path: "/wp-json/custom-auth/v1/login",
    access: "anyone",
    tag,
    summary: "Log in with a username or an email; wrong credentials are `success: false`",
    body: Login,
    answer: AuthAnswer,
    limit: "loginByAddress",
  }),
  register: call({
    method: "POST",
    path: "/wp-json/custom-auth/v1/register",
    access: "anyone",
    tag,
    summary: "Open an account",
    body: Register,
    answer: Done,
    limit: "registerByAddress",
  }),
  logout: call({
    method: "POST",
    path: "/wp-json/custom-auth/v1/logout",
    access: "customer",
    tag,
    summary: "End the session",
    answer: Done,
  }),
  saveProfile: call({
    method: "PUT",
    path: "/wp-json/custom-auth/v1/profile",
    access: "customer",
    tag,
    summary: "Change the named fields of one's own profile",
    body: ProfileChange,
    answer: AuthAnswer,
  }),
  requestReset: call({
    method: "POST",
    path: "/wp-json/custom/v1/request-password-reset",
    access: "anyone",
    tag,
    summary: "Ask for a letter to set a new password; the answer is the same whether or not the address has an account",
    body: RequestReset,
    answer: Done,
    limit: "resetByAddress",
  }),
  resetPassword: call({
    method: "POST",
    path: "/wp-json/custom/v1/reset-password",
    access: "anyone",
    tag,
    summary: "Set a new password with the key of that letter",
    body: ResetPassword,
    answer: Done,
    limit: "resetKeyByAddress",
  }),
  subscribe: call({
    method: "POST",
    path: "/wp-json/custom/v1/newsletter",
    access: "customer",
    tag,
    summary: "Subscribe to the newsletter",
    body: z.object({ email: Email }),
    answer: Done,
    limit: "newsletterByAddress",
  }),
};
