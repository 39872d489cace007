/** A response: GHN's envelope with its HTTP status. */
export interface Envelope {
  status: number;
  body: Record<string, unknown>;
}

export const success = (data: unknown): Envelope => ({ status: 200, body: { code: 200, message: "Success", data } });

/** GHN's failure: the HTTP status repeated in `code`, no data, and GHN's code of the error. */
export const failure = (status: number, message: string, codeMessage?: string): Envelope => ({
  status,
  body: { code: status, message, data: null, ...(codeMessage ? { code_message: codeMessage } : {}) },
});

/** The message of Go's validator: `Key: 'Fee.ToDistrictID' … failed on the 'required' tag`. */
export const invalidField = (field: string, tag = "required"): Envelope =>
  failure(
    400,
    `Key: '${field}' Error:Field validation for '${field.split(".").at(-1)}' failed on the '${tag}' tag`,
    "USER_ERR_COMMON",
  );
