CREATE TABLE `signing_key` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` blob NOT NULL,
	CONSTRAINT "signing_key_one" CHECK("signing_key"."id" = 1),
	CONSTRAINT "signing_key_of_256_bits" CHECK(length("signing_key"."key") = 32)
) STRICT;
