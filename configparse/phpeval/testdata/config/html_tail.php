<?php
return ['a' => 1];
?>
trailing text
