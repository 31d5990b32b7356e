package phpeval

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"hash/crc32"
	"net/url"
	"strings"
)

// codecFunctions encode, decode and hash texts.
func codecFunctions() map[string]builtin {
	return map[string]builtin{
		"md5": onText(func(s string) string {
			sum := md5.Sum([]byte(s))
			return hex.EncodeToString(sum[:])
		}),
		"sha1": onText(func(s string) string {
			sum := sha1.Sum([]byte(s))
			return hex.EncodeToString(sum[:])
		}),
		"crc32": onTexts(1, 1, func(_ *builtinCall, s []string) Value {
			return integer(int64(crc32.ChecksumIEEE([]byte(s[0]))))
		}),
		"bin2hex":       onText(func(s string) string { return hex.EncodeToString([]byte(s)) }),
		"base64_encode": onText(func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }),
		"base64_decode": onTexts(1, 2, base64Decode),
		"urlencode":     onText(func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "~", "%7E") }),
		"rawurlencode":  onText(func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }),
		"json_decode":   {min: 1, max: 4, eval: jsonDecode},
		"parse_url":     {min: 1, max: 2, eval: parseURL},
	}
}

// base64Decode decodes text that is canonical; what PHP makes of other bytes is not answered.
func base64Decode(c *builtinCall, s []string) Value {
	encoding := base64.StdEncoding
	if len(s[0])%4 != 0 && !strings.Contains(s[0], "=") {
		encoding = base64.RawStdEncoding
	}
	out, err := encoding.DecodeString(s[0])
	if err != nil || strings.ContainsAny(s[0], "\r\n") {
		return c.unknown("text that is no plain base64")
	}
	return text(string(out))
}
